type Output = { readonly isTTY?: boolean; write(text: string): unknown }

export function withProgress<T>(title: string, work: Promise<T>, out?: Output): Promise<T>
