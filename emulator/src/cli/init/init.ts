import { existsSync, statSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_APP } from '../../scenario/defaults.ts'
import { CONFIG_FILE } from '../config-file.ts'
import type { Terminal } from '../terminal.ts'
import { findProject, type Project } from './find-project.ts'

type Options = { readonly target?: string | undefined; readonly undo?: boolean | undefined }

async function projectIn(folder: string): Promise<Project> {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new Error(`init: ${folder} is not a folder. Run it in your project's folder, or name that folder`)
  const project = await findProject(folder)
  if (project !== null) return project
  throw new Error(
    `init: ${folder === '.' ? 'this folder' : folder} has no package.json with Next.js, Nuxt, Vite or Express, and no index.html. Run it in your project's folder, or start the emulator with the URL of your app: npx liff-emulator http://localhost:PORT`,
  )
}

const contentsFor = ({ found }: Project): string =>
  `${JSON.stringify(Object.fromEntries(Object.entries(found).map(([name, { value }]) => [name, value])), null, 2)}\n`

function report({ kind, start, found }: Project): string {
  const rows = Object.entries(found).map(
    ([name, { value, from }]) => `  ${name.padEnd(9)}${value}${from === null ? '' : `   (from ${from})`}`,
  )
  const isServer = found.app?.value.startsWith('http') === true
  return [
    `Found ${kind}, and wrote ${CONFIG_FILE}:`,
    ...rows,
    ...('liff-id' in found
      ? []
      : [
          `No LIFF id found, so the app has ${DEFAULT_APP.liffId}: add "liff-id" if it passes another one to liff.init.`,
        ]),
    '',
    `Start LINE: npx liff-emulator${isServer ? `, next to your app (${start ?? 'its server'})` : ''}`,
    'Undo this:  npx liff-emulator init --undo',
  ].join('\n')
}

async function write(folder: string, project: Project): Promise<void> {
  try {
    await writeFile(join(folder, CONFIG_FILE), contentsFor(project), { flag: 'wx' })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST')
      throw new Error(`init: ${CONFIG_FILE} already exists. Edit it, or remove it with init --undo`)
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) throw error
    throw new Error(
      `init: cannot write ${CONFIG_FILE}, because the folder is read-only. Make it writable, or start the emulator without the file: npx liff-emulator ${project.found.app?.value}`,
    )
  }
}

/** Deletes the file only if it is what `init` writes, because an edited file is the user's work. */
async function undo(folder: string): Promise<void> {
  const file = join(folder, CONFIG_FILE)
  if (!existsSync(file)) throw new Error(`init: there is no ${CONFIG_FILE} here to remove`)
  const project = await findProject(folder)
  if (project === null || (await readFile(file, 'utf8')) !== contentsFor(project))
    throw new Error(
      `init: ${CONFIG_FILE} is not what init writes here, so it may be your work. Delete it yourself if you do not need it`,
    )
  await rm(file)
}

/** Writes one file and changes no existing file of the project. */
export async function init({ target = '.', undo: isUndo }: Options, { print }: Terminal): Promise<number> {
  if (isUndo === true) {
    await undo(target)
    print(`Removed ${CONFIG_FILE}. Nothing else had been changed.`)
    return 0
  }
  const project = await projectIn(target)
  await write(target, project)
  print(report(project))
  return 0
}
