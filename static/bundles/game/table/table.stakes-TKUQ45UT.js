import{a,b,c,d}from"./table.chunk-5U34TEAR.js";import"./table.chunk-P3I6CMEN.js";export{d as Stakes,c as describeSettlement,b as describeStakes,a as formatChange};
