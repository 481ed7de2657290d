"""Link previews: the title, sentence and picture of a link to this site."""
