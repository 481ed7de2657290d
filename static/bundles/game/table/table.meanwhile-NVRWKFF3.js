import{cb as a,db as b,eb as c}from"./table.chunk-3SNZRDAM.js";export{c as Meanwhile,b as describeAway,a as isOwnerAway};
