/** Returns the tags of an `Accept-Language` header in order of preference. */
export function acceptedLanguages(header: string): readonly string[] {
  return header
    .split(',')
    .map(entry => {
      const [tag = '', ...parameters] = entry.split(';').map(part => part.trim())
      const quality = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag)
}
