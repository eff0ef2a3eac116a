import { tokens } from '../house/tokens.ts';

/** A change of one place in a file. */
export interface Mutation {
	readonly path: string;
	readonly start: number;
	readonly end: number;
	readonly replacement: string;
	/** A test that runs this place runs the change. A report of V8 counts `&&` and `||` to what follows them, which may never run. */
	readonly reachedAt: number;
}

/** Operators and what they become, written with spaces around them: without spaces, `<` begins a list of types. */
const operators: Readonly<Record<string, string>> = {
	'===': '!==',
	'!==': '===',
	'&&': '||',
	'||': '&&',
	'<': '<=',
	'<=': '<',
	'>': '>=',
	'>=': '>',
	'+': '-',
	'-': '+',
};

const operator = / (===|!==|&&|\|\||<=|>=|<|>|\+|-) /g;
/** A statement that only calls something. */
const call = /^\t+(?:await )?[\w#.?[\]]+\(.*\);$/gm;
const word = /\b(?:true|false|(?<![\w.'-])\d+(?![\w.'%]))\b/g;
const negation = /(?<=[\s(])!(?=[\w(])/g;
const condition = /\bif \(/g;
const isTypes = /^\s*(?:export )?(?:import|type|interface|readonly)\b|^\s*\|/;

/** Signal 0 only checks a process. A changed number would end it, and it may be the process that runs the tests. */
const isSignal = /\bprocess\.kill\(/;

/** A test must not depend on how long something takes, so none can notice a duration that is a millisecond longer. */
const isDuration = /Ms\b\s*(?::|=(?!=))[^;,]*$/;

/** All places of a program that can be changed. */
export function mutationsOf(path: string, program: string): readonly Mutation[] {
	const inCode = codeMask(program);
	const found: Mutation[] = [];
	const add = (start: number, end: number, replacement: string, reachedAt = start) => {
		const line = lineBefore(program, start);
		if (inCode[start] && !isTypes.test(line) && !isSignal.test(line))
			found.push({ path, start, end, replacement, reachedAt });
	};
	for (const match of program.matchAll(operator)) {
		const [text, sign = ''] = match;
		add(match.index + 1, match.index + text.length - 1, operators[sign] ?? sign, match.index);
	}
	for (const { index, 0: text } of program.matchAll(call)) {
		const start = index + text.search(/\S/);
		add(start, index + text.length, ';');
	}
	for (const { index, 0: text } of program.matchAll(word)) {
		if (/\d/.test(text) && isDuration.test(lineBefore(program, index))) continue;
		const other = text === 'true' ? 'false' : text === 'false' ? 'true' : String(Number(text) + 1);
		add(index, index + text.length, other);
	}
	for (const { index } of program.matchAll(negation)) add(index, index + 1, '');
	for (const { index } of program.matchAll(condition)) add(index + 4, index + 4, 'false && ');
	return found;
}

const lineBefore = (program: string, at: number): string =>
	program.slice(program.lastIndexOf('\n', at - 1) + 1, at);

/** For each character, whether it is the first of a token outside of strings. */
function codeMask(program: string): Uint8Array {
	const mask = new Uint8Array(program.length);
	for (const { kind, at } of tokens(program)) if (kind !== 'string') mask[at] = 1;
	return mask;
}

/** The line of a mutation, before and after. */
export function describeMutation({ path, start, end, replacement }: Mutation, program: string): string {
	const from = program.lastIndexOf('\n', start) + 1;
	const to = program.indexOf('\n', end);
	const line = program.slice(0, start).split('\n').length;
	const after = program.slice(from, start) + replacement + program.slice(end, to);
	return `${path}:${line}\n  - ${program.slice(from, to).trim()}\n  + ${after.trim()}`;
}
