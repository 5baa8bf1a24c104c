import { importPreview } from '../draw-import.ts'
import type { DeskHandler } from '../handler.ts'

export const handler: DeskHandler<'previewDrawImport'> = ({ db, body }) => importPreview(db, body.csv)
