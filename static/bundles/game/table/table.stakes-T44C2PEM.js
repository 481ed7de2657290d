import{a,b,c,d}from"./table.chunk-TOR6YUYY.js";import"./table.chunk-HN5SZHCC.js";export{d as Stakes,c as describeSettlement,b as describeStakes,a as formatChange};
