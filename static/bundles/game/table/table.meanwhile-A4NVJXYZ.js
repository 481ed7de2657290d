import{cb as a,db as b,eb as c}from"./table.chunk-5DYKEZ4N.js";export{c as Meanwhile,b as describeAway,a as isOwnerAway};
