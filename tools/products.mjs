import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { aside, replaceFolder } from './aside.mjs'
import { binary, refuse, root } from './command.mjs'
import { runStep } from './step.mjs'

const emulatorInputs = [
  'emulator/src',
  'emulator/build.ts',
  'emulator/package.json',
  'emulator/tsconfig.json',
  'emulator/tsconfig.build.json',
  'package-lock.json',
]

/**
 * `inputs` and `settings` determine whether a build is up to date. `command` builds into a folder, whose `outputs`
 * replace the project's.
 */
const products = {
  app: {
    inputs: [
      'src',
      'sw',
      'build',
      'campaign',
      'contract',
      'public',
      'index.html',
      'vite.config.ts',
      'package-lock.json',
    ],
    settings: ['LIFF_ID', 'LINE_OA_ID', 'PUBLIC_URL'],
    outputs: ['dist'],
    command: folder => [binary('vite'), 'build', '--outDir', join(folder, 'dist'), '--emptyOutDir'],
  },
  desk: {
    inputs: ['desk', 'src', 'campaign', 'contract', 'package-lock.json'],
    settings: [],
    outputs: ['dist-desk'],
    command: folder => [
      binary('vite'),
      'build',
      'desk',
      '--outDir',
      join(folder, 'dist-desk'),
      '--emptyOutDir',
    ],
  },
  emulator: {
    inputs: emulatorInputs,
    settings: [],
    outputs: ['emulator/dist'],
    command: folder => [binary('tsx'), 'emulator/build.ts', join(folder, 'emulator'), 'dist'],
  },
  // What other projects install. The project itself runs the sources.
  package: {
    inputs: emulatorInputs,
    settings: [],
    outputs: ['emulator/lib'],
    command: folder => [binary('tsx'), 'emulator/build.ts', join(folder, 'emulator'), 'lib'],
  },
}

/** The products of `npm start`. */
export const served = ['app', 'desk', 'emulator']

/** Contains the hash of the build's inputs. The server never serves files whose names start with a dot. */
const HASH_FILE = '.built-from'

function inputsHash(name) {
  const { settings, inputs } = products[name]
  const sum = createHash('sha256')
  for (const key of settings) sum.update(`${key}=${process.env[key] ?? ''}\n`)
  for (const file of inputs.flatMap(input => filesIn(join(root, input))).sort())
    sum.update(relative(root, file)).update('\0').update(readFileSync(file))
  return sum.digest('hex')
}

function filesIn(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap(name => filesIn(join(path, name)))
}

function isStale(name) {
  const hash = inputsHash(name)
  return products[name].outputs.some(folder => {
    const file = join(root, folder, HASH_FILE)
    return !existsSync(file) || readFileSync(file, 'utf8') !== hash
  })
}

export const staleProducts = names => names.filter(isStale)

/** The builds run at the same time, because none of them alone keeps two cores busy. */
export async function ensureBuilt(names = Object.keys(products)) {
  await Promise.all(staleProducts(names).map(build))
}

async function build(name) {
  const { outputs, command } = products[name]
  const hash = inputsHash(name)
  await aside(root, async folder => {
    await runStep(`Building the ${name}`, process.execPath, command(folder))
    for (const output of outputs) writeFileSync(join(folder, output, HASH_FILE), hash)
    // Another command may have finished the same build meanwhile, and may be serving it.
    if (!isStale(name)) return
    for (const output of outputs)
      replaceFolder(join(folder, output), join(root, output), join(folder, `old-${output.replace('/', '-')}`))
  })
}

/**
 * Ensures that production has built products. Without build tools, existing folders are served as they are, with a
 * warning if they do not match the sources. A missing folder is an error.
 */
export async function ensureBuiltForServe(names) {
  if (existsSync(binary('vite'))) return ensureBuilt(names)
  for (const name of names) {
    const [folder] = products[name].outputs
    if (!existsSync(join(root, folder, 'index.html'))) {
      refuse(
        `${folder}/ is missing, and the build tools are not installed here (npm ci --omit=dev). Copy a built ${folder}/ to this folder, or run: npm ci && npm run build ${name}`,
      )
    }
    if (existsSync(join(root, 'src')) && isStale(name))
      console.warn(
        `Warning: ${folder}/ was built from other sources, or with another LIFF_ID, LINE_OA_ID or PUBLIC_URL. It is served as it is, because the build tools are not installed here.`,
      )
  }
}
