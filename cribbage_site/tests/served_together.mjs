/**
 * Resolves imports as a browser does, for which the static files of all apps form one tree: a file that is not next to
 * a module of an app belongs to the site. Load it with `node --import ./cribbage_site/tests/served_together.mjs`.
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
