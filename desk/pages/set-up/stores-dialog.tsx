import { Alert, Checkbox, FileInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { STORES_CSV_MAX } from '#contract/desk/set-up.ts'
import { storeColumns } from '#contract/store-columns.ts'
import { useTexts } from '../../texts/use-texts.tsx'
import { type FileText, readText } from '../../ui/read-text.ts'
import { ChangeDialog, type DialogProps } from './change-dialog.tsx'

type Read = FileText & { readonly name: string }

async function read(file: File): Promise<Read> {
  const { name } = file
  const content = await readText(file, 4 * STORES_CSV_MAX, { anyEncoding: true })
  if ('text' in content && content.text.length > STORES_CSV_MAX) return { name, problem: 'too-large' }
  return { name, ...content }
}

export function StoresDialog(common: DialogProps) {
  const { t, number } = useTexts()
  const [file, setFile] = useState<File | null>(null)
  // Use a mutation, which returns only its latest run: a large file might finish after a smaller file
  // chosen later.
  const reading = useMutation({ mutationFn: read })
  const content = reading.data
  const [only, setOnly] = useState(false)
  const change =
    content && 'text' in content
      ? ({ kind: 'stores', fileName: content.name.slice(0, 200), csv: content.text, only } as const)
      : null
  const choose = (chosen: File | null) => {
    setFile(chosen)
    if (chosen) reading.mutate(chosen)
    else reading.reset()
  }
  return (
    <ChangeDialog title={t('set-up.stores.import')} change={change} {...common}>
      <FileInput
        label={t('set-up.stores.file')}
        description={t('set-up.stores.hint', {
          columns: storeColumns.join(', '),
          required: storeColumns.slice(0, 5).join(', '),
        })}
        placeholder={t('desk.choose-file')}
        accept=".csv,.txt,text/csv"
        value={file}
        onChange={choose}
        required
      />
      {content && 'problem' in content && (
        <Alert color="red" role="alert">
          {t(`set-up.stores.${content.problem}`, { count: number(STORES_CSV_MAX) })}
        </Alert>
      )}
      <Checkbox
        label={t('set-up.stores.only')}
        checked={only}
        onChange={event => setOnly(event.target.checked)}
      />
    </ChangeDialog>
  )
}
