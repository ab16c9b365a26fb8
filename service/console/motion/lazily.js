/** Fetches what only adorns the page; the page does without it where it does not come. */

/** Fetch a module and use it; nothing is said where that fails. */
export async function load(fetched, use) {
  try {
    await use(await fetched());
  } catch (fault) {
    if (!(fault instanceof TypeError)) throw fault; // no answer for a module
  }
}
