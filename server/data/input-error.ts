/** Something in a file that its author can put right; shown as it is, without a stack. */
export class InputError extends Error {}
