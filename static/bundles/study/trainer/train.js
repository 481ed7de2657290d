import"./train.chunk-IF3HIUK7.js";
