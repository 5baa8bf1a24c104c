import { countOf } from '#server/store/count.ts'
import { at } from './cell.ts'
import { column, type ExportTable, inLang, width } from './export-table.ts'
import { paginate } from './paginate.ts'

export const answers: ExportTable = {
  columns: [
    column('คำถาม', 'Question', 40),
    column('คำตอบ', 'Answer', 40),
    column('วันเวลาที่ตอบ', 'Answered at', width.time),
    column('วันเวลาที่แก้ไข', 'Changed at', width.time),
    column('รหัสคำตอบ', 'Answer id', width.id),
    column('รหัสลูกค้า', 'Customer id', width.id),
  ],
  count: (db, until) => countOf(db.selectFrom('answer').where('answered_at', '<=', until)),
  async *rows(db, lang, until) {
    const all = db
      .selectFrom('answer')
      .leftJoin('question', 'question.id', 'answer.question_id')
      .selectAll('answer')
      .select(['question.text_th', 'question.text_en'])
      .where('answer.answered_at', '<=', until)
      .orderBy('answer.id')
    const read = (last: { id: string } | null, limit: number) =>
      all
        .where('answer.id', '>', last?.id ?? '')
        .limit(limit)
        .execute()
    for await (const row of paginate(read)) {
      yield [
        inLang(row.text_th ?? row.question_id, row.text_en, lang),
        row.answer_text,
        at(row.answered_at),
        at(row.updated_at),
        row.id,
        row.customer_id,
      ]
    }
  },
}
