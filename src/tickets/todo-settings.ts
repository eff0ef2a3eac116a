import * as vscode from 'vscode';
import { type FindTodo, findTodoBy } from './model/todo-comments.ts';

/** Finds TODO comments in a file by the words that the settings of its folder list. */
export const todoFinderFor = (document: vscode.TextDocument): FindTodo =>
	findTodoBy(vscode.workspace.getConfiguration(undefined, document).get('tildeforge.todoWords'));
