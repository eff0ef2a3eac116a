/** A token of a program: a word, a mark, or the content of a string. Comments and regular expressions are not tokens. */
export interface Token {
	readonly kind: 'word' | 'mark' | 'string';
	readonly text: string;
	/** Where the token begins in the program. */
	readonly at: number;
}

const comment = /\/\/.*|\/\*[\s\S]*?\*\//y;
const space = /\s+/y;
const word = /[\p{ID_Start}$_#][\p{ID_Continue}$]*|\d[\w.]*/uy;
const quoted = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y;
const pattern = /\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuvy]*/y;

/** After one of these a slash divides. After anything else it starts a regular expression. */
const value = /^(?:[\p{ID_Continue}$)\]}]+)$/u;
const operatorWord = /^(?:return|typeof|case|in|of|new|delete|void|throw|do|else|await|yield|instanceof)$/;

/**
 * Enough of TypeScript's grammar to tell code from comments and strings. A template is a string only without
 * placeholders. With them, the placeholders are code, and the text around them names nothing.
 */
export function tokens(program: string): Token[] {
	const found: Token[] = [];
	let at = 0;
	const take = (expression: RegExp): string | undefined => {
		expression.lastIndex = at;
		const match = expression.exec(program)?.[0];
		if (match !== undefined) at += match.length;
		return match;
	};
	const afterValue = () => {
		const last = found.at(-1);
		return (
			last !== undefined &&
			(last.kind === 'string' || (value.test(last.text) && !operatorWord.test(last.text)))
		);
	};
	/** Reads a template from after its opening mark to its end. Placeholders are read as code. */
	const template = () => {
		const start = at;
		const index = found.length;
		let hasPlaceholders = false;
		while (at < program.length && program[at] !== '`') {
			if (program[at] === '\\') at += 2;
			else if (program.startsWith('${', at)) {
				hasPlaceholders = true;
				at += 2;
				code('}');
			} else at++;
		}
		const text = program.slice(start, at++);
		if (!hasPlaceholders) found.splice(index, 0, { kind: 'string', text, at: start - 1 });
	};
	const code = (end?: string) => {
		let depth = 0;
		while (at < program.length) {
			if (take(space) ?? take(comment)) continue;
			const start = at;
			const string = take(quoted);
			if (string !== undefined) {
				found.push({ kind: 'string', text: string.slice(1, -1), at: start });
				continue;
			}
			if (program[at] === '`') {
				at++;
				template();
				continue;
			}
			if (program[at] === '/' && !afterValue() && take(pattern) !== undefined) {
				found.push({ kind: 'mark', text: ')', at: start });
				continue;
			}
			const name = take(word);
			if (name !== undefined) {
				found.push({ kind: 'word', text: name, at: start });
				continue;
			}
			const mark = program[at++] ?? '';
			if (mark === '{') depth++;
			if (mark === '}' && depth-- === 0 && end === mark) return;
			found.push({ kind: 'mark', text: mark, at: start });
		}
	};
	code();
	return found;
}
