"""The discard lab: any six cards at any score, and what every throw from them is worth."""
