package org.gradle.api.file

import java.io.File
import org.gradle.api.provider.Property

class Directory(val asFile: File) {
    fun dir(path: String) = Directory(asFile.resolve(path))

    fun file(path: String) = RegularFile(asFile.resolve(path))
}

class RegularFile(val asFile: File)

class DirectoryProperty : Property<Directory>() {
    fun set(file: File) = set(Directory(file))

    fun file(path: String): org.gradle.api.provider.Provider<RegularFile> = map { it.file(path) }
}

class RegularFileProperty : Property<RegularFile>()

class ConfigurableFileCollection {
    val paths = mutableListOf<Any>()

    fun from(vararg paths: Any) {
        this.paths.addAll(paths)
    }
}

interface ProjectLayout {
    val projectDirectory: Directory
    val buildDirectory: DirectoryProperty
}
