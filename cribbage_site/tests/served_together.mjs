/**
 * Resolves imports as a browser does, to whom the static files of all apps are one tree: what is not beside a
 * module of an app is the site's own. `node --import ./cribbage_site/tests/served_together.mjs` loads it.
 */

import { register } from "node:module";

const SITES_OWN = new URL("../../static/", import.meta.url).href;

const HOOKS = `
  export async function resolve(specifier, context, next) {
    try {
      return await next(specifier, context);
    } catch (fault) {
      const [folder, path] = (fault.url ?? "").split(/\\/static\\/(.*)/s);
      if (fault.code !== "ERR_MODULE_NOT_FOUND" || path === undefined) throw fault;
      return next("${SITES_OWN}" + path, context);
    }
  }
`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
