/**
 * Splits a file into mails as `git mailsplit -b` does. A file that does not begin with a line `From `, as mboxes do, is one mail. Lines
 * `>From ` lose their `>`, as in the format mboxrd, unless a line `From ` in the file shows that it is not in this format.
 */
export function splitMbox(file: string): readonly string[] {
	const text = file.replace(/^\s+/, '');
	if (text === '') return [];
	const starts = separatorsOf(text);
	if (starts[0]?.start !== 0) return [text];
	const mails = starts.map(({ end }, index) => text.slice(end, starts[index + 1]?.start));
	return mails.some((mail) => /^From /m.test(mail))
		? mails
		: mails.map((mail) => mail.replace(/^>(>*From )/gm, '$1'));
}

interface Line {
	readonly start: number;
	readonly end: number;
}

function separatorsOf(text: string): readonly Line[] {
	const lines: Line[] = [];
	for (let start = text.startsWith('From ') ? 0 : text.indexOf('\nFrom ') + 1; ; ) {
		if (!text.startsWith('From ', start)) return lines;
		const feed = text.indexOf('\n', start);
		const end = feed === -1 ? text.length : feed + 1;
		if (isSeparator(text.slice(start, end).trimEnd())) lines.push({ start, end });
		const next = text.indexOf('\nFrom ', end - 1);
		if (next === -1) return lines;
		start = next + 1;
	}
}

/** Whether the line ends with a time and a year after 1990, as git requires. */
function isSeparator(line: string): boolean {
	const colon = line.lastIndexOf(':');
	if (colon < 5) return false;
	const isTime = /^\d.\d\d:\d\d$/.test(line.slice(colon - 4, colon + 3));
	return isTime && Number.parseInt(line.slice(colon + 3), 10) > 90;
}
