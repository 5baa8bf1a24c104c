/** What the linter and the dead-code check do not see: styles and texts that nothing uses. */

/** Path from the project's root → source. */
type Files = ReadonlyMap<string, string>

/** Without comments, and without the document's own classes. */
const ownRules = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/:global\([^)]*\)/g, '')

/** One sentence for each class of a CSS module that no component names, and each that is named and not there. */
export function strayClasses(files: Files): string[] {
  return [...files].flatMap(([path, css]) => {
    if (!path.endsWith('.module.css')) return []
    const classes = new Set(
      [...ownRules(css).matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/gi)].map(match => match[1] ?? ''),
    )
    const uses = [...files].flatMap(([user, source]) => usesOf(user, source, path))
    const named = new Set(uses.flatMap(use => use.names))
    const computed = uses.some(use => use.computed)
    return [
      ...[...classes]
        .filter(name => !named.has(name) && !computed)
        .map(name => `${path}: nothing uses .${name}`),
      ...[...named].filter(name => !classes.has(name)).map(name => `${path} has no .${name}`),
    ]
  })
}

/** How a file uses a CSS module: by which names, and whether by computed ones too. */
function usesOf(user: string, source: string, module: string) {
  return [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)]
    .filter(([, , specifier = '']) => resolved(user, specifier) === module)
    .map(([line, name]) => {
      const rest = source.replace(line, '')
      return {
        names: [...rest.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(match => match[1] ?? ''),
        computed: new RegExp(`\\b${name}\\[`).test(rest),
      }
    })
}

function resolved(user: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return new URL(specifier, `file:///${user}`).pathname.slice(1)
}

/** Custom properties that are given a value and never read, such as `--scrim`. */
export function unreadProperties(files: Files): string[] {
  const all = [...files.values()].join('\n')
  const read = new Set([...all.matchAll(/var\(\s*(--[\w-]+)/g)].map(match => match[1]))
  const given = [...files].flatMap(([path, css]) =>
    path.endsWith('.css')
      ? [...ownRules(css).matchAll(/(?<=[{;]\s*)(--[\w-]+)\s*:/g)].map(match => match[1] ?? '')
      : [],
  )
  return [...new Set(given)].filter(name => !read.has(name)).sort()
}

/** Keys of texts that no source names, neither whole nor by the beginning of a template. */
export function unsaidTexts(keys: readonly string[], files: Files): string[] {
  const all = [...files.values()].join('\n')
  const beginnings = [...all.matchAll(/`([a-z][\w.]*\.)\$\{/gi)].map(match => match[1] ?? '')
  return keys.filter(
    key => !all.includes(`'${key}'`) && !beginnings.some(beginning => key.startsWith(beginning)),
  )
}
