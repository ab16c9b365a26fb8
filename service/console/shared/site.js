/** The address of the server, which may lie below a path of its host; the paths of its resources follow it. */

export const site = new URL("../..", import.meta.url).href.slice(0, -1);
