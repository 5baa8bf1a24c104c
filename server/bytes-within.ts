export async function bytesWithin(response: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > limit) throw new Error('the reply is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
