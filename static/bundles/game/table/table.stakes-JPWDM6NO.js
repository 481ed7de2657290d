import{a,b,c,d}from"./table.chunk-CWXV3P3O.js";import"./table.chunk-3SNZRDAM.js";export{d as Stakes,c as describeSettlement,b as describeStakes,a as formatChange};
