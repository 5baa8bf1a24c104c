export function databaseProblem(url?: string): Promise<string | null>
