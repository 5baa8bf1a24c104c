/**
 * Sources by their path from the project's root. The checks in this file exist because linters do not find unused
 * styles and texts.
 */
type Files = ReadonlyMap<string, string>

/** Removes comments and global classes from a style sheet. */
const ownRules = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/:global\([^)]*\)/g, '')

/** Returns one message for each unused class of a CSS module, and for each used class that does not exist. */
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

/** Returns the class names that a file uses from a CSS module, and whether it also computes names. */
function usesOf(user: string, source: string, module: string) {
  // The paths of imports are removed, because a file may have the same name as the variable.
  const rest = source.replace(/ from '[^']+'/g, '')
  return [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)]
    .filter(([, , specifier = '']) => resolved(user, specifier) === module)
    .map(([, name]) => ({
      names: [...rest.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(match => match[1] ?? ''),
      computed: new RegExp(`\\b${name}\\[`).test(rest),
    }))
}

function resolved(user: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return new URL(specifier, `file:///${user}`).pathname.slice(1)
}

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

/**
 * Returns the text keys that no source uses, neither in full nor through a template literal that begins like the key.
 */
export function unsaidTexts(keys: readonly string[], files: Files): string[] {
  const all = [...files.values()].join('\n')
  const beginnings = [...all.matchAll(/`([a-z][\w.]*\.)\$\{/gi)].map(match => match[1] ?? '')
  return keys.filter(
    key => !all.includes(`'${key}'`) && !beginnings.some(beginning => key.startsWith(beginning)),
  )
}
