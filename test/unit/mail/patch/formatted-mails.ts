import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { GitFolder } from '../../../kit/mails/git-folder.ts';

/** How patches are written and sent. */
export interface FormatOptions {
	/** For git itself. */
	readonly settings: readonly string[];
	/** For `git format-patch`. */
	readonly words: readonly string[];
	/** How files are compared, for `git diff-tree` too. */
	readonly comparison: readonly string[];
	readonly context: number;
	/** Whether the mail arrives with `\r\n`. */
	readonly isCrlf: boolean;
}

const choice = (...choices: readonly (readonly string[])[]) => fc.constantFrom(...choices);

export const formatOptions: fc.Arbitrary<FormatOptions> = fc.record({
	settings: choice(
		[],
		['-c', 'core.quotePath=false'],
		['-c', 'diff.mnemonicPrefix=true'],
		['-c', 'format.noprefix=true'],
	),
	words: fc
		.tuple(
			choice(
				[],
				[],
				['--no-prefix'],
				['--src-prefix=old/', '--dst-prefix=new/'],
				['--src-prefix=x/y/', '--dst-prefix=z/'],
			),
			choice([], [], ['--attach'], ['--inline']),
			choice([], ['--no-stat'], ['--stat=40'], ['--compact-summary']),
			choice([], ['--signature=Sent by me\nwith - dashes'], ['--no-signature']),
			choice([], ['--full-index'], ['-W'], ['--no-binary']),
			choice([], ['--rfc'], ['--subject-prefix=PATCH editor'], ['-N'], ['-v3']),
			choice([], ['--from=Kim <kim@example.org>']),
		)
		.map((parts) => parts.flat()),
	comparison: fc
		.tuple(
			choice(['--no-renames'], ['-M'], ['-M', '-C'], ['-M30%', '-C', '--find-copies-harder']),
			// With it, the same change can have other lines.
			choice([], [], ['--patience']),
		)
		.map((parts) => parts.flat()),
	context: fc.integer({ min: 0, max: 5 }),
	isCrlf: fc.boolean(),
});

/** The mails of `git format-patch`, as git itself splits them. */
export function formattedMails(
	{ folder, git }: GitFolder,
	{ settings, words, comparison, context }: FormatOptions,
): readonly string[] {
	const all = git([
		...settings,
		'format-patch',
		'--stdout',
		'--root',
		`-U${context}`,
		...comparison,
		...words,
		'main',
	]);
	// A commit without changes has no patch.
	if (all === '') return [];
	mkdirSync(join(folder, 'mails'));
	writeFileSync(join(folder, 'mbox'), all);
	git(['mailsplit', '--keep-cr', `-o${join(folder, 'mails')}`, join(folder, 'mbox')]);
	return readdirSync(join(folder, 'mails'))
		.sort()
		.map((name) => readFileSync(join(folder, 'mails', name), 'utf8'));
}
