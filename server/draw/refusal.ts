/** A step of the draw that cannot be taken now; the message says why and what to do instead. */
export class DrawRefusal extends Error {}
