import { truncate } from '../../base/text/truncate.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { DraftFiles } from '../../platform/editor/files/draft-files.ts';
import type { TextAddress } from '../../platform/editor/files/text-files.ts';
import { listRef } from '../../platform/model/keys.ts';
import { nextVersion, type WrittenText } from '../../platform/state/texts/text.ts';
import type { MailDraft, MailDraftBody, MailDraftKey } from '../state/mail-drafts.ts';

type WrittenMail = WrittenText<MailDraftKey, MailDraftBody>;

const longestName = 80;

/** The mails that the user writes as files. */
export class MailFiles extends DraftFiles<MailDraftKey, MailDraftBody> {
	/**
	 * The address of a draft. The last part of its path is the title of its tab, and by the first one, VS Code knows the language. It stays the
	 * same whatever the user writes.
	 */
	addressOf({ id, key, body }: MailDraft): TextAddress {
		const [, subject = ''] = /^Subject: (.*)/m.exec(body.composed) ?? [];
		const name = truncate(subject.replace(/[/\\]/g, '-'), longestName) || 'Mail';
		return { path: `/Mail to ${listRef(key)}/${name}.eml`, query: id };
	}

	idAt({ query }: TextAddress): string {
		return query;
	}

	protected textOf({ text }: MailDraftBody): string {
		return text;
	}

	protected next(address: TextAddress, text: string, before?: WrittenMail | MailDraft): WrittenMail {
		const known = before ?? this.texts.get(address.query);
		if (!known)
			throw new ForgeError('missing', 'This mail is no longer among your drafts. Copy its text to keep it.');
		return nextVersion(known, known.writer, { body: { ...known.body, text } });
	}
}
