import { SegmentedControl, Stack, TextInput } from '@mantine/core'
import type { StaffPlace } from '#contract/desk/people.ts'
import { useTexts } from '../../texts/use-texts.tsx'

type Props = { readonly place: StaffPlace; readonly choose: (place: StaffPlace) => void }

/** Lets a manager choose where a staff member works. */
export function StaffPlaceField({ place, choose }: Props) {
  const { t } = useTexts()
  const isEvent = place === 'event'
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={t('people.place')}
        data={[
          { value: 'event', label: t('people.place.event') },
          { value: 'stores', label: t('people.place.stores') },
        ]}
        value={isEvent ? 'event' : 'stores'}
        onChange={value => choose(value === 'event' ? 'event' : [])}
      />
      {!isEvent && (
        <TextInput
          label={t('people.place.codes')}
          defaultValue={place.join(', ')}
          onChange={event => choose(codesIn(event.target.value))}
          required
        />
      )}
    </Stack>
  )
}

const codesIn = (text: string): string[] => text.split(/[\s,]+/).filter(code => code !== '')
