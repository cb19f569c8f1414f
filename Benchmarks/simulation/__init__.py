"""What docs/scale.md computes and simulates, from the measured figures in docs/benchmarks. Standard library, fixed seeds."""
