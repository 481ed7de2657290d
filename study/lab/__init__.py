"""The discard lab: the value of every discard from six cards at any score."""
