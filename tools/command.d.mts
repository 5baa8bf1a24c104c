export const root: string
export function refuse(line: string): never
