/** Thrown if the draw does not allow this step now. The message says why and what to do instead. */
export class DrawRefusal extends Error {}
