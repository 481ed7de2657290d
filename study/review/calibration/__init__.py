"""Whether what a review predicts comes true: measured in games of Advanced against itself."""
