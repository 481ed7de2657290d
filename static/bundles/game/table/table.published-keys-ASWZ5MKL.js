import{c as m}from"./table.chunk-UJS4QPPJ.js";import{$a as a,Ia as g,J as u,Ja as y,K as l,Ka as c,ya as d,za as p}from"./table.chunk-HN5SZHCC.js";var k=/^[0-9a-f]{128}$/;function K({signs:e,key:t,before:n,announced:i}){let r=p(n),s=`cribfair key
signs ${e}
key ${t}
before ${n}
`;return!!r&&k.test(i)&&d(r.key,l(s),u(i))}function b({signs:e,key:t,before:n,announced:i}){return{kind:"key",signs:e,key:t,...n===void 0?{}:{before:n,announced:i}}}function x(e,{checkpoint:t,keys:n}){let i=!e.log.length,r=i?n.filter(({signs:o})=>o==="log").map(({key:o})=>o):e.log,s={receipts:[...e.receipts],log:[...e.log]};for(let o of n){let f=s[o.signs];!(f&&r.some(h=>m(t,h,o,b(o))))||f.includes(o.key)||(i||f.includes(o.before)&&K(o))&&f.push(o.key)}return s}async function F(e){let t=g();if(c(e,t))return"published";let{ok:n,body:i}=await a("/api/keys");if(!n)return"unread";let r=x(t,i);return y(r),c(e,r)?"published":"unpublished"}export{F as checkKeys,x as joinKeys};
