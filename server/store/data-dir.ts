import { join } from 'node:path'

/** What lies where in DATA_DIR: the server and the organiser's command line must find the same. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'campaign.sqlite')
export const objectsDir = (dataDir: string): string => join(dataDir, 'objects')
