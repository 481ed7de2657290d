import"./replay.chunk-TQEQCCZN.js";
