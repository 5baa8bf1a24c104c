#!/usr/bin/env node
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const USAGE = 'npm create liff-emulator FOLDER'
const NODE_MIN = [20, 19]

const template = fileURLToPath(new URL('template', import.meta.url))

/** Returns an error message if the project cannot be created, otherwise null. */
function problemOf(words) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1]))
    return `Node ${NODE_MIN.join('.')} or newer is needed, and this is Node ${process.versions.node}. Install the current version from https://nodejs.org.`
  const [folder = ''] = words
  if (words.length !== 1 || folder === '' || folder.startsWith('-'))
    return `Name the folder of the new project: ${USAGE}`
  if (!existsSync(folder)) return null
  if (!statSync(folder).isDirectory()) return `${folder} is a file. Name another folder: ${USAGE}`
  if (readdirSync(folder).some(name => name !== '.git'))
    return `${folder} is not empty. Name another folder, or use "npx liff-emulator init" in an existing project.`
  return null
}

/** npm accepts these characters in the name of a package. */
const packageName = folder =>
  basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'liff-app'

/**
 * Creates a folder and its missing parents. On Linux, Node's `recursive` option loops forever below /proc, where no
 * folder can be created.
 */
function makeFolder(folder) {
  const parent = dirname(folder)
  if (existsSync(folder)) return
  if (parent !== folder) makeFolder(parent)
  mkdirSync(folder)
}

function create(folder) {
  makeFolder(folder)
  cpSync(template, folder, { recursive: true })
  // npm does not pack a file with the name .gitignore.
  renameSync(join(folder, '_gitignore'), join(folder, '.gitignore'))
  const path = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, `${JSON.stringify({ ...manifest, name: packageName(folder) }, null, 2)}\n`)
}

function refuse(sentence) {
  console.error(sentence)
  process.exitCode = 1
}

const words = process.argv.slice(2)
const folder = resolve(words[0] ?? '.')
try {
  const problem = problemOf(words)
  if (problem !== null) refuse(problem)
  else {
    create(folder)
    console.log(`
  Created ${folder}. Next:

    cd ${relative('.', folder) || '.'}
    npm install
    npm test           # if it finds no browser: npx playwright install chromium
    npm run dev        # the app on a phone, and the bot's chat
`)
  }
} catch (error) {
  refuse(
    `Cannot write into ${folder} (${error.code ?? error.message}). Name a folder in which you may create files: ${USAGE}`,
  )
}
