/** How a method and a path of the contract say what a call takes and answers. */

import type { components, paths } from "./api.js";

export type Schemas = components["schemas"];
export type Method = "get" | "put" | "post" | "patch" | "delete";

/** The paths that answer a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: { responses: object } } ? P : never;
}[keyof paths];

export type Operation<M extends Method, P extends PathOf<M>> = paths[P] extends { [K in M]: infer O } ? O : never;

type Parameters<O> = O extends { parameters: infer A } ? A : never;
type PathOptions<O> = Parameters<O> extends { path: infer T } ? { path: T } : { path?: never };
type QueryOptions<O> = Parameters<O> extends { query?: infer Q } ? { query?: Q } : { query?: never };
type BodyOptions<O> = O extends { requestBody: { content: { "application/json": infer B } } }
  ? { body: B }
  : O extends { requestBody?: { content: { "application/json": infer B } } }
    ? { body?: B }
    : { body?: never };

/** The query of a `GET`. */
export type QueryOf<P extends PathOf<"get">> = Operation<"get", P> extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;

/** What a call takes: the parts of its path, its query and body, and how to send it. */
export type Options<O> = PathOptions<O> &
  QueryOptions<O> &
  BodyOptions<O> & {
    /** The version that the game must have, as `If-Match` says it; otherwise 412. */
    ifMatch?: number | string;
    /** The seconds to wait for a job, as `Prefer: wait` says it. */
    waitS?: number;
    idempotencyKey?: string;
    signal?: AbortSignal;
  };

/** The options may be left out where the path has no parts and no body is needed. */
export type Rest<O> = {} extends Options<O> ? [options?: Options<O>] : [options: Options<O>];

type Content<R> = R extends { content: { "application/json": infer J } }
  ? J
  : R extends { content: Record<string, infer T> }
    ? T
    : undefined;

/** What a call answers: the JSON of its successful answers, or undefined for an empty one. */
export type Answer<O> = O extends { responses: infer R }
  ? { [S in keyof R]: S extends 200 | 201 | 202 | 204 ? Content<R[S]> : never }[keyof R]
  : never;
