import type { written as thai } from '../th/written.ts'

export const written: Readonly<Record<keyof typeof thai, string>> = {
  'customers.tab.notes': 'Notes',
  'customers.event.note': 'Note by {about}',
  'notes.new': 'New note',
  'notes.hint':
    'Only the team sees notes here, but the customer gets them in the copy of their data. Write only what the team needs to help this customer. A note cannot be changed.',
  'notes.add': 'Add note',
  'notes.added': 'The note is added.',
  'notes.none': 'There are no notes yet.',
  'notes.by': '{name} · {time}',
  'notes.delete': 'Delete note',
  'notes.delete.one': 'Delete the note by {name} of {time}',
  'notes.delete.text':
    'A deleted note cannot be restored. The audit log keeps who deleted it and when, but not its text.',
  'written.count': '{count} of {max} characters',
  'written.required': '{field}: type a text first.',
  'written.length':
    '{field}: at most {max} characters. This text has {count}, and line {line} is the first that is too much.',
  'written.characters':
    '{field}: line {line} contains an invisible character that is not allowed. Delete the line and type it again instead of pasting it.',
  'refused.NOTE_CUSTOMER_LEFT':
    'The customer has left the campaign and the data is erased, so a note cannot be added.',
  'refused.NOTE_SAVED_BEFORE':
    'An earlier attempt has already added this note, with the text before your change. You see it in the list below. To add the new text as well, press “Add note” again.',
  'refused.TOO_MANY_NOTES': 'A customer can have at most {max} notes. Delete one that is no longer needed.',
  'refused.NOTE_GONE': 'This note has already been deleted.',
  'refused.NOTE_OF_ANOTHER': 'Only a manager can delete another person’s note.',
  'refused.NOTE_TOO_OLD':
    'You can delete your own note within 24 hours. After that, only a manager can delete it.',
}
