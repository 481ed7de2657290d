"""What a link to this site looks like where it is pasted: a title, a sentence and a picture."""
