"""Where what takes minutes is made, in stages that outlive an interruption."""
