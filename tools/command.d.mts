/** The project's folder. */
export const root: string
/** Ends the process with 2 and a message, for a wrong command line or a machine that lacks something. */
export function refuse(line: string): never
