/** The site's cookies that a script may read. */

/** The value of a cookie in a `document.cookie` line, or the empty string. */
export function readCookie(name, all = document.cookie) {
  const found = all.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}

export const csrfToken = () => readCookie("__Host-csrftoken") || readCookie("csrftoken");
