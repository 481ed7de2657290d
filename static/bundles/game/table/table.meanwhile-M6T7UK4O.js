import{cb as a,db as b,eb as c}from"./table.chunk-K3M7UNHJ.js";export{c as Meanwhile,b as describeAway,a as isOwnerAway};
