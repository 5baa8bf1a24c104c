import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Budgets in bytes after brotli. A screen's own chunk is found by the name of its folder. */
const screens = readdirSync('src/screens', { withFileTypes: true })
  .filter(entry => entry.isDirectory() && !['home', 'startup'].includes(entry.name))
  .map(({ name }) => name)

const assets = existsSync('dist/assets') ? readdirSync('dist/assets') : []

/** Scripts that a script loads before it runs, itself included. */
function loadedBy(script, seen = new Set()) {
  if (seen.has(script)) return seen
  seen.add(script)
  const code = readFileSync(`dist/assets/${script}`, 'utf8')
  for (const [, name] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) loadedBy(name, seen)
  return seen
}

const named = name =>
  assets.filter(
    file => file.endsWith('.js') && file.startsWith(`${name}-`) && file.length === name.length + 12,
  )
const scriptsOf = (...names) => [...new Set(names.flatMap(named).flatMap(script => [...loadedBy(script)]))]

const styles = name => assets.filter(file => file.startsWith(`${name}-`) && file.endsWith('.css'))
const inAssets = file => `dist/assets/${file}`

const brotli = { brotli: true }

export default [
  { name: 'document', path: 'dist/index.html', limit: '1500 B', ...brotli },
  // The entry asks; the first script after it reads the answers, draws home by itself and follows its links.
  { name: 'scripts that ask', path: scriptsOf('index').map(inAssets), limit: '24 kB', ...brotli },
  {
    name: 'scripts until home can be used',
    path: scriptsOf('index', 'first').map(inAssets),
    limit: '37 kB',
    ...brotli,
  },
  // React takes it over when it has come: React DOM is 58 kB of it, wouter and signals are 5 kB.
  {
    name: 'all scripts of the home',
    path: scriptsOf('index', 'first', 'view').map(inAssets),
    limit: '103 kB',
    ...brotli,
  },
  {
    name: 'styles of the home',
    path: styles('index').map(inAssets),
    limit: '3750 B',
    ...brotli,
  },
  { name: 'rest, after the first paint', path: named('rest').map(inAssets), limit: '10.2 kB', ...brotli },
  { name: 'outbox', path: named('outbox').map(inAssets), limit: '7550 B', ...brotli },
  { name: 'LIFF', path: 'dist/assets/liff-sdk-*.js', limit: '20500 B', ...brotli },
  { name: 'LIFF, rarer features', path: 'dist/assets/liff-features-*.js', limit: '8 kB', ...brotli },
  { name: 'worker', path: 'dist/sw.js', limit: '10 kB', ...brotli },
  ...screens.map(name => ({
    name: `screen ${name}`,
    path: named(name).map(inAssets),
    limit: '8 kB',
    ...brotli,
  })),
]
